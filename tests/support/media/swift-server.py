"""Starts OpenStack Swift of Debian with its S3 interface: one disk, one copy, and all four servers in one process.

    swift-server.py FOLDER

Prints the port as soon as it answers, and ends when its standard input closes. The access key is test:tester, the secret
is testing.
"""

import os
import sys
import time
from array import array

import eventlet
import eventlet.tpool
from eventlet import wsgi
from paste.deploy import loadapp
from swift.common import utils
from swift.common.ring import RingData

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)

# Part of the names of files; Swift refuses to work without it.
utils.HASH_PATH_SUFFIX = b'test'

folder = sys.argv[1]
os.makedirs(os.path.join(folder, 'devices', 'disk'))


class Cache:
    """In place of memcached."""

    def __init__(self, app):
        self.app = app
        self.entries = {}

    def __call__(self, env, start_response):
        env['swift.cache'] = self
        return self.app(env, start_response)

    def get(self, key, **_options):
        value, ends_at = self.entries.get(key, (None, 0))
        return value if ends_at > time.monotonic() else None

    def set(self, key, value, **options):
        self.entries[key] = (value, time.monotonic() + (options.get('time') or 60))

    def delete(self, key, **_options):
        self.entries.pop(key, None)


def load(name, settings):
    path = os.path.join(folder, name + '.conf')
    with open(path, 'w') as file:
        file.write('[DEFAULT]\nswift_dir = %s\ndevices = %s/devices\nmount_check = false\n%s' % (folder, folder, settings))
    return loadapp('config:' + path)


def serve(app):
    socket = eventlet.listen(('127.0.0.1', 0), backlog=256)
    eventlet.spawn(wsgi.server, socket, app, log_output=False)
    return socket.getsockname()[1]


for kind in ('account', 'container', 'object'):
    port = serve(load(kind, '[app:main]\nuse = egg:swift#%s\n' % kind))
    disk = dict(id=0, region=1, zone=1, ip='127.0.0.1', port=port, device='disk', weight=1.0)
    disk.update(replication_ip='127.0.0.1', replication_port=port)
    # All 16 partitions are on the one disk.
    RingData([array('H', [0] * 16)], [disk], 28).save(os.path.join(folder, kind + '.ring.gz'))

FILTERS = ('catch_errors', 'listing_formats', 's3api', 'tempauth', 'bulk', 'slo', 'dlo')
OPTIONS = {'tempauth': 'user_test_tester = testing .admin\n', 's3api': 'location = us-east-1\n'}
proxy = load('proxy', '[pipeline:main]\npipeline = %s proxy-server\n' % ' '.join(FILTERS) + ''.join(
    '[filter:%s]\nuse = egg:swift#%s\n%s' % (name, name, OPTIONS.get(name, '')) for name in FILTERS
) + '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n')
print(serve(Cache(proxy)), flush=True)

eventlet.tpool.execute(sys.stdin.read)
os._exit(0)
