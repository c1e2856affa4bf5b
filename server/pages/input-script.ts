/**
 * The script of the typing page, in ES5 for the oldest phones. It sends the text as it is typed, one change at a time, and
 * shows the changes of the television and of other phones.
 *
 * - A change has a number; a change that may be lost is sent again with the same number, and the server applies it once.
 * - A received text is shown only while nothing typed here is unsent and no syllable is being composed: the last change
 *   wins, and this one is still to come.
 */
export const inputScript = `
(function () {
  var form = document.getElementById('typing');
  if (!form) return;
  var path = '/api/inputs/v1/' + encodeURIComponent(form.getAttribute('data-code')) + '/';
  var label = document.getElementById('text-label');
  var errorLine = document.getElementById('text-error');
  var hint = document.getElementById('text-hint');
  var reveal = document.getElementById('reveal');
  var done = document.getElementById('done');
  var status = document.getElementById('status');
  var over = document.getElementById('over');
  var box = document.getElementById('text');

  var LOOKS = {
    email: ['text', 'username', 'email'],
    password: ['password', 'current-password', 'text'],
    'new-password': ['password', 'new-password', 'text'],
    digits: ['text', 'one-time-code', 'numeric'],
    code: ['text', 'off', 'text'],
    search: ['search', 'off', 'search']
  };
  var MOST_UNITS = 2000;
  var SPACING_MS = 120;
  var TIMEOUT_MS = 15000;
  var RETRY_MS = [500, 1000, 2000, 4000];

  var writer = 'p';
  while (writer.length < 16) writer += Math.floor(Math.random() * 36).toString(36);
  var state = null;
  var change = 0;
  var sending = null;
  var isPending = false;
  var isDoneWanted = false;
  var isComposing = false;
  var isEnded = false;
  var typed = '';
  var failures = 0;
  var sendTimer = null;
  var sentAt = 0;
  var pollFailures = 0;
  var pollTimer = null;
  var poll = null;

  /** The server shortens to the field's length; what is far longer it would refuse as a whole. */
  function normal(text) {
    return (text.normalize ? text.normalize('NFC') : text).slice(0, MOST_UNITS).replace(/[\\uD800-\\uDBFF]$/, '');
  }
  function isSecret() { return state.text === null; }
  function show(element, text) {
    if (element.textContent !== text) element.textContent = text;
    element.hidden = text === '';
  }
  function retryAfter(count) { return RETRY_MS[Math.min(count, RETRY_MS.length - 1)]; }

  function call(method, query, body, isOver) {
    var request = new XMLHttpRequest();
    request.open(method, path + query);
    request.timeout = TIMEOUT_MS;
    if (body) request.setRequestHeader('content-type', 'application/json');
    request.onload = function () {
      var answer = null;
      try { answer = JSON.parse(request.responseText); } catch (error) { answer = null; }
      isOver(request.status, answer);
    };
    request.onerror = request.ontimeout = function () { isOver(0, null); };
    request.send(body ? JSON.stringify(body) : null);
    return request;
  }

  function buildBox() {
    var kind = state.field.kind;
    var look = LOOKS[kind] || ['text', 'off', 'text'];
    var next = document.createElement(kind === 'review' ? 'textarea' : 'input');
    if (kind === 'review') next.rows = 4;
    else next.type = look[0];
    next.id = 'text';
    next.name = kind.indexOf('password') >= 0 ? 'password' : kind;
    next.setAttribute('autocomplete', look[1]);
    next.setAttribute('inputmode', look[2]);
    next.setAttribute('enterkeyhint', kind === 'search' ? 'search' : 'done');
    next.setAttribute('autocapitalize', 'none');
    next.setAttribute('autocorrect', 'off');
    next.setAttribute('spellcheck', 'false');
    next.setAttribute('aria-describedby', 'text-error text-hint');
    next.addEventListener('input', listen);
    next.addEventListener('change', listen);
    next.addEventListener('keyup', listen);
    next.addEventListener('compositionstart', function () { isComposing = true; });
    next.addEventListener('compositionend', function () {
      isComposing = false;
      listen();
      settle();
    });
    box.parentNode.replaceChild(next, box);
    box = next;
    reveal.hidden = look[0] !== 'password';
    reveal.textContent = '비밀번호 보기';
    reveal.setAttribute('aria-pressed', 'false');
    label.textContent = state.field.name;
    done.textContent = state.field.done_label;
    box.focus();
  }

  /** Shows what the server has, unless something typed here is still to come. */
  function settle() {
    if (!state || sending || isPending || isComposing) return;
    if (!isSecret()) {
      if (box.value !== state.text) box.value = state.text;
      typed = normal(box.value);
    } else if (state.writer !== writer && box.value !== '') {
      box.value = '';
      typed = '';
    }
    draw();
  }

  function draw() {
    show(errorLine, isPending || !state.problem ? '' : state.problem);
    box.setAttribute('aria-invalid', state.problem ? 'true' : 'false');
    var count = isSecret() && state.writer !== writer ? state.length : Array.from ? Array.from(box.value).length : box.value.length;
    show(hint, isSecret()
      ? (state.writer !== writer && count > 0 ? 'TV에 ' + count + '자가 입력되어 있어요. 여기에 쓰면 바뀌어요.' : '')
      : count + '/' + state.field.max_length + '자');
    if (failures > 0 || pollFailures > 1)
      show(status, '연결이 끊겼어요. 쓴 글자는 그대로 있고, 연결되면 이어서 보낼게요.');
    else if (sending || isPending) show(status, 'TV로 보내고 있어요.');
    else if (state.writer === writer) show(status, 'TV에 보냈어요.');
    else show(status, 'TV와 연결됐어요. 쓰는 대로 TV에 보여요.');
  }

  function adopt(next) {
    if (isEnded || (state && next.revision < state.revision)) return;
    var isOtherField = !state || next.field.number !== state.field.number;
    state = next;
    if (isOtherField) {
      // Text typed for the previous field must not reach this one.
      sending = null;
      isPending = false;
      isDoneWanted = false;
      isComposing = false;
      typed = '';
      buildBox();
    }
    settle();
    draw();
  }

  function end() {
    if (isEnded) return;
    isEnded = true;
    clearTimeout(sendTimer);
    clearTimeout(pollTimer);
    if (poll) poll.abort();
    if (state && isSecret()) box.value = '';
    box.readOnly = true;
    done.hidden = true;
    reveal.hidden = true;
    show(errorLine, '');
    show(hint, '');
    show(status, '입력이 끝났어요. 이 화면은 닫아도 돼요.');
    over.hidden = false;
  }

  function listen() {
    if (isEnded || !state) return;
    var text = normal(box.value);
    if (text === typed) return;
    typed = text;
    isPending = true;
    draw();
    flush();
  }

  /** Sends the newest text, one change at a time. */
  function flush() {
    if (isEnded || !state || sending || (!isPending && !isDoneWanted)) return;
    clearTimeout(sendTimer);
    var waitMs = sentAt + SPACING_MS - Date.now();
    if (waitMs > 0 && waitMs <= SPACING_MS) {
      sendTimer = setTimeout(flush, waitMs);
      return;
    }
    change += 1;
    sending = { writer: writer, change: change, field: state.field.number, text: normal(box.value), is_done: isDoneWanted };
    isPending = false;
    isDoneWanted = false;
    transmit();
  }

  function transmit() {
    var sent = sending;
    if (isEnded || !sent) return;
    clearTimeout(sendTimer);
    sentAt = Date.now();
    call('PUT', '', sent, function (code, answer) {
      if (isEnded || sending !== sent) return;
      if (code === 200) {
        failures = 0;
        sending = null;
        adopt(answer);
        settle();
        draw();
        flush();
      } else if (code === 404) {
        end();
      } else if (code === 400) {
        // The server cannot store this text; the next one may be fine.
        sending = null;
        draw();
        flush();
      } else {
        failures += 1;
        draw();
        sendTimer = setTimeout(function () {
          // A newer text makes the lost one needless, but a finished one must arrive.
          if (isPending && !sent.is_done) {
            sending = null;
            flush();
          } else transmit();
        }, retryAfter(failures - 1));
      }
    });
  }

  function listenToServer() {
    if (isEnded) return;
    clearTimeout(pollTimer);
    var startedAt = Date.now();
    var before = state ? state.revision : -1;
    var own = call('GET', state ? '?after=' + state.revision : '', null, function (code, answer) {
      if (poll !== own || isEnded) return;
      poll = null;
      if (code === 404) {
        end();
        return;
      }
      var waitMs = 0;
      if (code === 200) {
        pollFailures = 0;
        adopt(answer);
        if (state.revision === before && Date.now() - startedAt < 1000) waitMs = 500;
      } else {
        pollFailures += 1;
        if (state) draw();
        waitMs = retryAfter(pollFailures - 1);
      }
      pollTimer = setTimeout(listenToServer, waitMs);
    });
    poll = own;
  }

  /** The network or the page is back: do not wait for the next try. */
  function hurry() {
    if (isEnded || document.visibilityState === 'hidden') return;
    if (failures > 0) transmit();
    var old = poll;
    poll = null;
    if (old) old.abort();
    listenToServer();
  }

  form.addEventListener('submit', function (event) {
    event.preventDefault();
    if (isEnded || !state) return;
    listen();
    isDoneWanted = true;
    // Keeps the phone's keyboard open for the television's next field.
    box.focus();
    draw();
    flush();
  });
  reveal.addEventListener('click', function () {
    var isShown = box.type === 'password';
    box.type = isShown ? 'text' : 'password';
    reveal.textContent = isShown ? '비밀번호 숨기기' : '비밀번호 보기';
    reveal.setAttribute('aria-pressed', String(isShown));
  });
  window.addEventListener('online', hurry);
  window.addEventListener('pageshow', function (event) { if (event.persisted) hurry(); });
  document.addEventListener('visibilitychange', hurry);
  listenToServer();
})();
`;
