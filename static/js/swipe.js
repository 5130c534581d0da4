'use strict';
/* Card entry: press on a card, drag along its suit, lift. The first card decides whether
   the run is marked or cleared; nothing changes before the lift. Arrows and Shift+arrow
   do the same with Space, Ctrl+Z undoes. Works on checkboxes (.k) and on the keys of a
   blank deck (.key), whose state is the seat that holds the card. Fires cards:changed. */
(() => {
  const START = 8;
  const history = [];
  let [drag, anchor, quietUntil] = [null, null, 0];

  const unitOf = (target) => target.closest('[data-cards] :is(.k:not(.down), .key)');
  const rowOf = (unit) => unit.closest('.run, [role="group"]');
  const unitsOf = (row) => [...row.querySelectorAll('.k:not(.down), .key')];
  const control = (unit) => (unit.matches('.key') ? unit : unit.querySelector('input'));
  const seat = (unit) => unit.closest('form').querySelector('[name="seat"]:checked').value;

  const read = (unit) => (unit.matches('.key')
    ? unit.dataset.holder : String(control(unit).checked));
  const marked = (unit) => (unit.matches('.key') ? seat(unit) : 'true');
  const cleared = (unit) => (unit.matches('.key') ? '' : 'false');
  const write = (unit, state) => {
    if (unit.matches('.key')) unit.dataset.holder = state;
    else if (!unit.matches('.down')) control(unit).checked = state === 'true';
  };
  const tell = (unit) => unit.dispatchEvent(new Event('cards:changed', { bubbles: true }));

  const apply = (units) => {
    const state = read(units[0]) === marked(units[0]) ? cleared(units[0]) : marked(units[0]);
    history.push(units.map((unit) => [unit, read(unit)]));
    units.forEach((unit) => write(unit, state));
    tell(units[0]);
  };

  const undo = () => {
    const before = history.pop();
    if (!before) return;
    before.forEach(([unit, state]) => { write(unit, state); tell(unit); });
  };

  const sweep = (units) => {
    document.querySelectorAll('.sweep').forEach((unit) => unit.classList.remove('sweep'));
    units.forEach((unit) => unit.classList.add('sweep'));
  };

  /* From first to last in playing direction, so that the first card decides. */
  const between = (first, last) => {
    const all = unitsOf(rowOf(first));
    const [from, to] = [all.indexOf(first), all.indexOf(last)];
    return from <= to ? all.slice(from, to + 1) : all.slice(to, from + 1).reverse();
  };

  const nearest = (row, x, y) => {
    const distance = (unit) => {
      const box = unit.getBoundingClientRect();
      const down = Math.max(box.top - y, y - box.bottom, 0);
      return Math.hypot((box.left + box.right) / 2 - x, 2 * down);
    };
    return unitsOf(row).reduce((best, unit) => (distance(unit) < distance(best) ? unit : best));
  };

  const under = ({ clientX, clientY }, what) => (
    document.elementFromPoint(clientX, clientY)?.closest(what));
  const mine = (event) => drag && event.pointerId === drag.id;
  const lift = () => { drag = null; sweep([]); };

  /* A finger on a card is all ours: taken as a pan or fling, it would cost the next tap. */
  document.addEventListener('touchstart', (event) => {
    if (unitOf(event.target) && event.cancelable) event.preventDefault();
  }, { passive: false });

  document.addEventListener('pointerdown', (event) => {
    quietUntil = 0;
    if (drag && drag.on) return;
    const unit = event.button === 0 && unitOf(event.target);
    drag = unit && { unit, id: event.pointerId, x: event.clientX, y: event.clientY };
  });

  document.addEventListener('pointermove', (event) => {
    if (!mine(event)) return;
    const [x, y] = [event.clientX, event.clientY];
    const across = Math.abs(x - drag.x);
    const dropping = under(event, '[data-felt]');
    if (!drag.on && !dropping && (across < START || across < Math.abs(y - drag.y))) return;
    if (!drag.on) drag.unit.setPointerCapture(event.pointerId);
    drag.on = true;
    drag.units = dropping ? [drag.unit] : between(drag.unit, nearest(rowOf(drag.unit), x, y));
    sweep(drag.units);
  });

  document.addEventListener('pointerup', (event) => {
    if (!mine(event)) return;
    const { unit, on, units } = drag;
    lift();
    if (!on && event.pointerType === 'touch' && under(event, '.k, .key') === unit) {
      document.activeElement.blur();
      control(unit).click();
    } else if (on) {
      quietUntil = event.timeStamp + 300;
      if (!under(event, '[data-felt]')) apply(units);
      else unit.dispatchEvent(new Event('cards:dropped', { bubbles: true }));
    }
  });

  document.addEventListener('pointercancel', (event) => mine(event) && lift());

  /* The click that follows a swipe is not a tap; a key of the blank deck is not sent. */
  document.addEventListener('click', (event) => {
    const unit = unitOf(event.target);
    const after = event.detail > 0 && event.timeStamp < quietUntil;
    if (event.target.closest('[data-undo]')) undo();
    else if (unit && unit.matches('.key') && !after) apply([unit]);
    else if (!after || !unit) return;
    event.preventDefault();
  });

  document.addEventListener('change', (event) => {
    const unit = event.target.matches('.k input') && unitOf(event.target);
    if (!unit) return;
    history.push([[unit, String(!event.target.checked)]]);
    tell(unit);
  });

  document.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'z' && history.length
        && !event.target.matches('input:not([type="checkbox"], [type="radio"]), textarea')) {
      event.preventDefault();
      undo();
    }
    const unit = unitOf(event.target);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!unit) return;
    if (step) {
      const all = unitsOf(rowOf(unit));
      const next = all[all.indexOf(unit) + step] || unit;
      anchor = event.shiftKey ? anchor || unit : null;
      event.preventDefault();
      control(next).focus();
      sweep(anchor ? between(anchor, next) : []);
    } else if (event.key === ' ' && anchor) {
      event.preventDefault();
      apply(between(anchor, unit));
      anchor = null;
      sweep([]);
    } else if (event.key === 'Escape') {
      anchor = null;
      sweep([]);
    }
  });
})();
