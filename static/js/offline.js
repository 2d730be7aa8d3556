// The page without a network lists the kingdoms and nights that this phone has kept, newest first.
(() => {
  const list = $('#opened');
  if (!list || !self.caches) return;
  if (location.pathname === '/offline') $('#try').href = '/'; // a form led here: its address has no page
  const title = async (answer) => (await answer.text()).match(/<title>([^<]*) ·/)?.[1];
  const kept = async () => {
    const found = new Map();
    for (const name of (await caches.keys()).filter((name) => name.startsWith('ten-piles-pages'))) {
      const pages = await caches.open(name);
      for (const request of (await pages.keys()).reverse()) {
        const { pathname, search } = new URL(request.url);
        if (!/^\/(kingdom|night|k)\/[^/]+$/i.test(pathname) || found.has(pathname)) continue;
        found.set(pathname, [pathname + search, await title(await pages.match(request, { ignoreVary: true }))]);
      }
    }
    return [...found.values()];
  };
  kept().then((pages) => {
    for (const [address, name] of pages) {
      const link = document.createElement('a'), item = document.createElement('li'), words = document.createElement('span');
      link.href = address;
      words.innerHTML = name; // as the page itself has it, escaped
      link.append(words);
      item.append(link);
      list.append(item);
    }
    list.hidden = !pages.length;
  }).catch(() => {});
})();
