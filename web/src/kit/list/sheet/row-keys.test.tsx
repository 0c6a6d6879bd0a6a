import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useRowKeys } from './row-keys.ts';

afterEach(cleanup);

const toggle = vi.fn();
const peek = vi.fn();

function List({ names }: { names: readonly string[] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body, names, { toggle, peek }, true);
  return (
    <>
      <input aria-label="Busca" />
      <table>
        <tbody ref={body}>
          {names.map((name) => (
            <tr key={name}>
              <td>
                <a href="#x" data-row-link>
                  {name}
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key });

it('J and K move from row to row, X chooses, Space peeks; a typed letter is a letter', () => {
  Element.prototype.scrollIntoView = () => undefined;
  const { rerender } = render(<List names={['a', 'b', 'c']} />);
  press('x');
  expect(toggle).not.toHaveBeenCalled();
  press('j');
  press('j');
  expect(document.activeElement?.textContent).toBe('b');
  press('x');
  press(' ');
  expect([toggle.mock.calls, peek.mock.calls]).toEqual([[[1]], [[1]]]);
  press('k');
  press('k');
  expect(document.activeElement?.textContent).toBe('a');

  screen.getByLabelText('Busca').focus();
  press('j');
  expect(document.activeElement?.tagName).toBe('INPUT');

  // After the focused row was removed, the row in its place takes the focus.
  screen.getByText('b').focus();
  rerender(<List names={['a', 'c', 'd']} />);
  expect(document.activeElement?.textContent).toBe('c');
});
