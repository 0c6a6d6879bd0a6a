// The service worker of /entrevista/ only: the dashboard never comes from a cache. It caches the files of a build
// (vite/field.ts inserts their names) and serves them, so that the runner opens without a network. Only reads pass
// through it: writes go to the server directly (Safari sent empty bodies through workers).
const FILES = self.__FILES__;
const VERSION = self.__VERSION__;
const PAGE = '/entrevista/';
const CACHE = `entrevista-${VERSION}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    // Bypasses the browser's cache: a build is cached completely or not at all.
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })))),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith('entrevista-') && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// A new version waits until a person requests it.
self.addEventListener('message', (event) => {
  if (event.data === 'assumir') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  const key = request.mode === 'navigate' && url.pathname.startsWith(PAGE) ? PAGE : url.pathname;
  if (!FILES.includes(key)) return;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(key))
      .then((kept) => kept ?? fetch(request)),
  );
});
