/*
 * The service that sets the tiles of the app on Samsung's home. The app launches it with a document, and the set launches it
 * every ten minutes without one. It runs on the set's own Node.js, so it is ES5 and has no dependencies.
 *
 * It knows no token. Personal tiles come from the app and end by themselves; without them, it shows the tiles that the server
 * has for everybody. The set ignores documents that follow each other within ten minutes, so a removal is repeated at the
 * next launch.
 */
/* oxlint-disable no-unused-vars, typescript/no-require-imports -- ES5 has neither import nor catch without a name */
'use strict';

var PUBLIC_TILES = '{{apiUrl}}/api/home/v1/preview/';
/** Key of the document in the app's request, and in the service's own storage. */
var KEY = 'tiles';
var MOST_CHARACTERS = 65536;
var ANSWER_LIMIT_MS = 10000;

/** Number of the last launch; answers of earlier ones come too late. */
var launches = 0;

function end() {
  tizen.application.getCurrentApplication().exit();
}

/** The document of the app, an empty text to remove personal tiles, or undefined when the set launched the service. */
function findHanded() {
  var request = tizen.application.getCurrentApplication().getRequestedAppControl();
  var data = (request && request.appControl && request.appControl.data) || [];
  for (var index = 0; index < data.length; index += 1)
    if (data[index].key === KEY) return String((data[index].value || [])[0] || '');
  return undefined;
}

function store(text) {
  try {
    tizen.preference.setValue(KEY, text);
  } catch (_error) {
    // A set without storage keeps its tiles until they end.
  }
}

/** The stored document, null before the first one, or undefined on a set without storage. */
function findStored() {
  try {
    return tizen.preference.exists(KEY) ? String(tizen.preference.getValue(KEY)) : null;
  } catch (_error) {
    return undefined;
  }
}

/** The text, if it is a document with tiles that is still valid. */
function checked(text) {
  if (!text || text.length > MOST_CHARACTERS) return null;
  try {
    var parsed = JSON.parse(text);
    return Array.isArray(parsed.sections) && parsed.sections.length > 0 && parsed.expires * 1000 > Date.now()
      ? text
      : null;
  } catch (_error) {
    return null;
  }
}

function show(text) {
  try {
    webapis.preview.setPreviewData(text, end, end);
  } catch (_error) {
    // The set refused it or has no tiles.
    end();
  }
}

/** Reads the document for everybody; null without a usable answer. */
function readPublic(done) {
  var isDone = false;
  function finish(text) {
    if (isDone) return;
    isDone = true;
    done(text);
  }
  try {
    var client = require(PUBLIC_TILES.indexOf('https:') === 0 ? 'https' : 'http');
    var request = client.get(PUBLIC_TILES, function (answer) {
      var text = '';
      answer.setEncoding('utf8');
      answer.on('data', function (part) {
        text += part;
        if (text.length > MOST_CHARACTERS) request.abort();
      });
      answer.on('end', function () {
        finish(answer.statusCode === 200 ? checked(text) : null);
      });
    });
    request.on('error', function () {
      finish(null);
    });
    request.setTimeout(ANSWER_LIMIT_MS, function () {
      request.abort();
    });
  } catch (_error) {
    finish(null);
  }
}

function run() {
  launches += 1;
  var launch = launches;
  var handed = findHanded();
  if (handed !== undefined) store(handed);
  var text = handed === undefined ? findStored() : handed;
  var own = checked(text);
  if (own) return show(own);
  // Without storage, the service does not know whether the present tiles are personal.
  if (text === undefined) return end();
  readPublic(function (everybodys) {
    if (launch !== launches) return;
    if (everybodys) show(everybodys);
    // Personal tiles must go, even while no server answers.
    else if (text === '') show(JSON.stringify({ expires: Math.floor(Date.now() / 1000), sections: [] }));
    else end();
  });
}

module.exports.onStart = function () {};
module.exports.onRequest = run;
module.exports.onExit = function () {};
