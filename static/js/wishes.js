// Wishes are kept and counted as they change; the same forms work without this.
(() => {
  const $ = (sel, root = document) => root.querySelector(sel);
  let pending = new Map();
  let running = 0, last = Promise.resolve();
  let timer = 0;
  const plain = (el) => el.innerHTML.replace(/ open=""/g, '');
  const key = (el) => el && (el.id ? '#' + CSS.escape(el.id) : el.name
    ? `[name="${CSS.escape(el.name)}"]` + (el.matches('button') ? `[aria-label="${CSS.escape(el.getAttribute('aria-label') || '')}"],[name="${CSS.escape(el.name)}"][value="${CSS.escape(el.value)}"]` : '') : '');

  // Shows an answer part by part, so that nothing moves that did not change.
  const show = (html, sent) => {
    const doc = new DOMParser().parseFromString(html, 'text/html');
    if (!$('#wishes', doc) || !$('#wishes')) return location.reload();
    const focus = key(document.activeElement), open = [...document.querySelectorAll('details[id][open]')].map((el) => el.id);
    const typed = [...document.querySelectorAll('#wishes input[type=text]')].filter((el) => el.value !== el.defaultValue && !sent.has(el.name));
    for (const part of doc.querySelectorAll('[id^=p-]')) {
      const old = document.getElementById(part.id);
      if (old && plain(old) !== plain(part)) old.replaceWith(part);
    }
    $('[name=seen]').value = $('[name=seen]', doc).value;
    for (const sprite of doc.querySelectorAll('symbol')) if (!document.getElementById(sprite.id)) $('symbol').parentNode.append(sprite);
    for (const id of open) { const el = document.getElementById(id); if (el) el.open = true; }
    for (const el of typed) { const now = document.getElementById(el.id); if (now) now.value = el.value; }
    const again = focus && $(focus);
    if (again && again !== document.activeElement) again.focus({ preventScroll: true });
    $('#said').textContent = [...document.querySelectorAll('.faults,#p-dock .matching,#p-dock h3,#p-dock h3 + p')].map((el) => el.textContent.trim()).join(' ');
    const fault = $('#wishes [aria-invalid=true]');
    if (fault) fault.focus();
  };

  const body = (wishes) => new URLSearchParams([...wishes, ['csrf_token', $('#wishes [name=csrf_token]')?.value || '']]);
  const send = async (address, wishes) => {
    const answer = await fetch(address, { method: 'POST', body: body(wishes), keepalive: true, headers: { Accept: 'text/html' } });
    return answer.text();
  };

  // One at a time and in order; only the newest answer is shown.
  const inTurn = (work) => {
    running += 1;
    return last = last.then(work).catch(offline).finally(() => { running -= 1; busy(running); });
  };
  const put = (address, fields) => async () => {
    const html = await send(address, fields);
    if (!pending.size && running === 1) show(html, fields);
  };
  const flush = () => {
    clearTimeout(timer);
    const fields = pending;
    pending = new Map();
    return fields.size ? inTurn(put($('#wishes').action, fields)) : last;
  };
  const busy = (is) => { const dock = $('#p-dock'); if (dock) dock.setAttribute('aria-busy', !!is); };
  const offline = () => { $('#said').textContent = document.body.dataset.offline || 'No connection.'; document.body.classList.add('offline'); };
  const keep = (name, value, wait) => {
    pending.set(name, value);
    busy(true);
    clearTimeout(timer);
    timer = setTimeout(flush, wait);
  };

  // A stepper moves at once; what it was moved to is sent when the thumb rests.
  const step = (button) => {
    const stepper = button.closest('.stepper');
    const states = JSON.parse(stepper.dataset.steps), [less, more] = stepper.querySelectorAll('button'), output = $('output', stepper);
    const at = states.findIndex(([code]) => code === button.value);
    output.textContent = states[at][1];
    output.className = states[at][2] ? 'set' : '';
    for (const [end, near] of [[less, states[at - 1]], [more, states[at + 1]]]) {
      end.value = near ? near[0] : '';
      end.disabled = !near;
    }
    if (button.disabled) (button === less ? more : less).focus();
    keep(button.name, states[at][0], 180);
  };

  addEventListener('submit', (event) => {
    const form = event.target, button = event.submitter;
    if (form.id === 'draw' && $('#wishes') && (pending.size || running)) {
      event.preventDefault();
      flush().then(() => { const draw = $('#draw'); if (draw) draw.submit(); });
    }
    if (!form.matches('[data-wish]')) return;
    event.preventDefault();
    if (form.id !== 'wishes') {
      const sent = new Map(fields(form, button));
      flush();
      busy(true);
      inTurn(put(form.action, sent));
      return;
    }
    if (button && button.closest('.stepper')) { step(button); return; }
    for (const el of form.querySelectorAll('input[type=text]')) if (el.value !== el.defaultValue || el.value && button && button.name.startsWith('pick.')) keep(el.name, el.value, 0);
    const often = $('[name="add.weights.as"]', form);
    if (pending.has('add.weights')) keep(often.name, often.value, 0);
    if (button && button.name) keep(button.name, button.value, 0);
    if (button && button.parentNode.matches('.segments')) for (const el of button.parentNode.children) el.setAttribute('aria-pressed', el === button);
  });
  addEventListener('change', (event) => {
    const el = event.target;
    if (!el.closest('#wishes') || el.name.startsWith('add.')) return;
    keep(el.name, el.value, 0);
  });
  addEventListener('focusin', async (event) => {
    if (!event.target.matches('#wishes [list=names]') || $('#names')) return;
    const list = document.createElement('datalist');
    list.id = 'names';
    document.body.append(list);
    const names = await fetch($('#wishes').dataset.names).then((answer) => answer.json()).catch(() => []);
    list.append(...names.map((name) => new Option(name)));
  });
  // Firefox before 133 ends a request with its page; this one outlives it. The same wish twice is one wish.
  addEventListener('pagehide', () => {
    const form = $('#wishes');
    if (form && pending.size) navigator.sendBeacon(form.action, body(pending));
  });
})();
