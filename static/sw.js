// Keeps kingdoms that were opened, so that they open again without a network.
// The server fills in the version, which changes with every file, and what to fetch beforehand.
const VERSION = 'VERSION_OF_ALL_FILES';
const SHELL = SHELL_ADDRESSES;
const OFFLINE = SHELL[0];
const FILES = `ten-piles-files-${VERSION}`;
const PAGES = `ten-piles-pages-${VERSION}`;
const KEPT = /^\/(kingdom\/|night\/|k\/|share\/|about$|$)/i;
const MOST_PAGES = 60;
const PATIENCE = 4000; // a sleeping laptop does not refuse, it is silent

const keep = async (request, answer) => {
  const worth = answer.ok && !answer.redirected && KEPT.test(new URL(request.url).pathname)
    && !/no-store/.test(answer.headers.get('Cache-Control') || '');
  if (!worth) return;
  const pages = await caches.open(PAGES);
  await pages.delete(request, { ignoreVary: true }); // so that it becomes the newest
  await pages.put(request, answer);
  const kept = await pages.keys();
  await Promise.all(kept.slice(0, -MOST_PAGES).map((old) => pages.delete(old, { ignoreVary: true })));
};

const kept = async (name, request) => (await caches.open(name)).match(request, { ignoreVary: true });

const page = async (event) => {
  const fresh = fetch(event.request).then((answer) => {
    event.waitUntil(keep(event.request, answer.clone()));
    return answer;
  });
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  const first = await Promise.race([fresh.catch(() => null), late]);
  return first || await kept(PAGES, event.request) || fresh.catch(() => kept(FILES, OFFLINE));
};

const file = async (event) => {
  const known = await kept(FILES, event.request);
  if (known) return known;
  const answer = await fetch(event.request);
  if (answer.ok) {
    const copy = answer.clone();
    event.waitUntil(caches.open(FILES).then((files) => files.put(event.request, copy)));
  }
  return answer;
};

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(FILES).then((files) => files.addAll(SHELL)));
});

self.addEventListener('activate', (event) => {
  const start = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('ten-piles-') && name !== FILES && name !== PAGES);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
    // The pages that are open came before this worker did.
    const open = await self.clients.matchAll({ type: 'window' });
    await Promise.all(open.map(async ({ url }) => {
      const request = new Request(url, { credentials: 'same-origin' });
      await keep(request, await fetch(request));
    }));
  };
  event.waitUntil(start().catch(() => {}));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  // A button that needs the network leads to the page that says so. Files are left to the browser.
  if (request.method === 'POST' && request.mode === 'navigate' && /urlencoded/.test(request.headers.get('Content-Type'))) {
    event.respondWith(fetch(request).catch(() => Response.redirect(OFFLINE, 303)));
  }
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith('/static/') && (url.searchParams.has('v') || url.pathname.endsWith('.woff2'))) event.respondWith(file(event));
  else if (request.mode === 'navigate' || request.headers.get('Accept') === 'text/html') event.respondWith(page(event));
});
