import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useWindowKeys } from './window-keys.ts';

let root: Root;
let box: HTMLElement;
beforeEach(() => {
  // As in the product, effects after the paint run only when the browser has time.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
});
afterEach(async () => {
  root.unmount();
  await new Promise((resolve) => setTimeout(resolve));
  box.remove();
  vi.unstubAllGlobals();
});

function Question({ text, onKey }: { text: string; onKey: ((key: string) => void) | null }) {
  useWindowKeys(onKey ? (event) => onKey(event.key) : null);
  return <p>{text}</p>;
}

/** Renders a text and presses a key as soon as the text is on the page, before any other task runs. */
function pressWhenDrawn(text: string, onKey: ((key: string) => void) | null): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!box.textContent?.includes(text)) return;
      observer.disconnect();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: '7' }));
      resolve();
    });
    observer.observe(box, { childList: true, characterData: true, subtree: true });
    root.render(<Question text={text} onKey={onKey} />);
  });
}

it('hears the first key after its words are drawn, and never for what stood there before', async () => {
  const heard: string[] = [];
  const hearFor = (text: string) => (key: string) => void heard.push(`${text}: ${key}`);
  await pressWhenDrawn('Primeira', hearFor('Primeira'));
  expect(heard).toEqual(['Primeira: 7']);
  await pressWhenDrawn('Segunda', hearFor('Segunda'));
  expect(heard).toEqual(['Primeira: 7', 'Segunda: 7']);
  await pressWhenDrawn('Terceira', null);
  expect(heard).toEqual(['Primeira: 7', 'Segunda: 7']);
});
