// Says which of the four steps is shown; which one that is, the address and the styles decide.
const mark = () => {
  const step = ($('.step:target')?.id || 'kingdom').replace('put-away', 'fetch');
  for (const link of $$('.tabs a')) link.setAttribute('aria-current', link.hash === '#' + step && 'step');
};
// Closing Share leads back to the step one left.
addEventListener('submit', ({ target }) => { if (target.matches('[action="/share"]')) target.elements.link.value += location.hash; });
// A step is found where one left it: after a reload, back from another page, from another step.
// Boxes may be folded by then, so the first one on the screen tells the place, or else the step.
let step, spots = {};
const tops = () => $$('.place').concat($$('.step')).map((el) => el.getBoundingClientRect());
const revisit = () => {
  step = location.hash;
  const [n, y] = spots[step] || [];
  // Without :has() all steps stand one below the other; else the one that is shown is the first.
  scroll(scrollTo, y ? scrollY + tops()[n].top - y : $('.step:target')?.offsetTop - $('.steps').offsetTop || 0);
};
addEventListener('scroll', () => {
  if (step !== location.hash) return;
  const n = tops().findIndex((box) => box.bottom > 0);
  spots[step] = [n, tops()[n].top];
});
addEventListener('pagehide', () => {
  try { sessionStorage.spots = JSON.stringify([$('.steps').dataset.key, spots]); } catch {}
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) return;
  try {
    const [key, kept] = JSON.parse(sessionStorage.spots);
    if (key === $('.steps').dataset.key) spots = kept;
  } catch {}
  revisit();
});
history.scrollRestoration = 'manual';
addEventListener('hashchange', () => { mark(); revisit(); });
addEventListener('page', mark);
mark();
