import { afterEach, describe, expect, it } from 'vitest';
import { isPageKey } from './page-keys.ts';

afterEach(() => document.body.replaceChildren());

function element(html: string, selector: string): Element {
  document.body.innerHTML = html;
  const found = document.querySelector(selector);
  if (!found) throw new Error(selector);
  return found;
}

describe('isPageKey', () => {
  it.each([
    ['a text input', '<input>', 'input'],
    ['a text area', '<textarea></textarea>', 'textarea'],
    ['a dialog', '<div role="dialog"><button>x</button></div>', 'button'],
    ['an open menu', '<div role="menu"><div role="menuitem">x</div></div>', '[role=menuitem]'],
  ])('leaves keys in %s alone', (_name, html, selector) => {
    const target = element(html, selector);
    expect(isPageKey('k', target)).toBe(false);
    expect(isPageKey(' ', target)).toBe(false);
  });

  it('lets Space press the button that has the focus, and takes other keys there', () => {
    const button = element('<button>Copiar</button>', 'button');
    expect(isPageKey(' ', button)).toBe(false);
    expect(isPageKey('k', button)).toBe(true);
  });

  it('takes every key of the page itself', () => {
    expect(isPageKey(' ', document.body)).toBe(true);
    expect(isPageKey('?', null)).toBe(true);
  });
});
