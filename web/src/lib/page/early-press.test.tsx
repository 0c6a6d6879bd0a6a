import { act, render } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RouteErrorBoundary } from '../../app/route-error.tsx';
import BOOTSTRAP from '../../theme-bootstrap.js?raw';
import { pressAnew } from './early-press.ts';

function Page() {
  const [presses, setPresses] = useState(0);
  useEffect(pressAnew, []);
  return (
    <button type="button" onClick={() => setPresses((n) => n + 1)}>
      <span>Pressionado {presses}×</span>
    </button>
  );
}

function Broken(): never {
  throw new Error('não há');
}

let box: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  window.history.replaceState(null, '', '/');
  // Runs the script as the browser does: as a classic script, not as a module.
  window.Function(BOOTSTRAP)();
  box = document.createElement('div');
  document.body.append(box);
  box.innerHTML = renderToString(<Page />);
});
afterEach(() => {
  pressAnew();
  box.remove();
  document.documentElement.removeAttribute('style');
  vi.unstubAllGlobals();
});

const press = () => box.querySelector('span')?.click();

it('makes the press of whoever was quicker than the script, once, and then hears for itself', () => {
  press();
  press();
  expect(box.textContent).toBe('Pressionado 0×');
  render(<Page />, { container: box, hydrate: true });
  expect(box.textContent).toBe('Pressionado 1×');
  act(() => press());
  expect(box.textContent).toBe('Pressionado 2×');
});

it('presses nothing by itself', () => {
  render(<Page />, { container: box, hydrate: true });
  expect(box.textContent).toBe('Pressionado 0×');
  act(() => press());
  expect(box.textContent).toBe('Pressionado 1×');
});

it('keeps the press of a form’s button from the browser, which would send the form', () => {
  box.innerHTML = '<form action="/x"><input name="password"><button type="submit">Entrar</button></form>';
  const form = box.querySelector('form')!;
  const seen: boolean[] = [];
  const note = (event: Event) => seen.push(event.defaultPrevented);
  window.addEventListener('submit', note, true);
  form.querySelector('button')?.click();
  expect(seen).toEqual([]);
  form.requestSubmit();
  expect(seen).toEqual([true]);
  expect(document.documentElement.classList).toContain('envio-em-espera');
  form.addEventListener('submit', (event) => event.preventDefault());
  pressAnew();
  expect(seen).toEqual([true, false]);
  expect(document.documentElement.classList).not.toContain('envio-em-espera');
  window.removeEventListener('submit', note, true);
});

it('sends nothing for whoever types on after Enter: the button is theirs to press', () => {
  box.innerHTML = '<form><input name="email"><button type="submit">Entrar</button></form>';
  const form = box.querySelector('form')!;
  const sent = vi.fn((event: Event) => event.preventDefault());
  form.addEventListener('submit', sent);
  form.requestSubmit();
  form.querySelector('input')?.dispatchEvent(new InputEvent('input', { bubbles: true }));
  expect(document.documentElement.classList).not.toContain('envio-em-espera');
  pressAnew();
  expect(sent).not.toHaveBeenCalled();
});

it('leaves the button of a failure in the landing page’s place to be pressed', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <RouteErrorBoundary resetKey="">
      <Broken />
    </RouteErrorBoundary>,
    { container: box },
  );
  const heard = vi.fn();
  box.addEventListener('click', heard);
  box.querySelector('button')?.click();
  expect(heard).toHaveBeenCalledOnce();
});
