// Says which of the four steps is shown; which one that is, the address and the styles decide.
const mark = () => {
  const step = ($('.step:target')?.id || 'kingdom').replace('put-away', 'fetch');
  for (const link of $$('.tabs a')) link.setAttribute('aria-current', link.hash === '#' + step && 'step');
};
// Closing Share leads back to the step one left.
addEventListener('submit', ({ target }) => { if (target.matches('[action="/share"]')) target.elements.link.value += location.hash; });
// A step is found where one left it: after a reload, back from another page, from another step.
// Finished boxes are folded by then, so the box on top of the screen tells the place.
let step, spots = {};
const uppermost = () => $$('.place').findIndex((el) => el.getBoundingClientRect().bottom > 0);
const revisit = () => {
  step = location.hash;
  scroll(scrollTo, spots[step] || 0);
};
addEventListener('scroll', () => { if (step === location.hash) spots[step] = scrollY; });
addEventListener('pagehide', () => {
  const place = uppermost(), y = $$('.place')[place]?.getBoundingClientRect().top;
  try { sessionStorage.spots = JSON.stringify([$('.steps').dataset.key, spots, place, y]); } catch {}
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) return;
  let key, kept, place, y;
  try { [key, kept, place, y] = JSON.parse(sessionStorage.spots); } catch {}
  if (key !== $('.steps').dataset.key) { step = location.hash; return; }
  spots = kept;
  revisit();
  const moved = $$('.place')[place]?.getBoundingClientRect().top - y;
  if (scrollY && moved) scroll(scrollBy, moved);
});
history.scrollRestoration = 'manual';
addEventListener('hashchange', () => { mark(); revisit(); });
addEventListener('page', mark);
mark();
