import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EntityPicker, type PickerOption } from './entity-picker.tsx';

beforeEach(() => {
  // jsdom cannot scroll.
  Element.prototype.scrollIntoView ??= () => undefined;
});
afterEach(() => {
  cleanup();
});

const ALL = ['Ana', 'Bruno', 'Carla'].map((label) => ({ id: label.toLowerCase(), label }));

/** A picker whose answers arrive when the test delivers them, like a server's. */
function Picker({ options, onChosen }: { options: PickerOption[]; onChosen: (id: string) => void }) {
  const [text, setText] = useState('');
  return (
    <EntityPicker
      label="Pessoa"
      value=""
      name={undefined}
      onValueChange={(option) => onChosen(option?.id ?? '')}
      open
      onOpenChange={() => undefined}
      text={text}
      onTextChange={setText}
      placeholder="Nome"
      options={options}
      errorText={null}
      emptyText="Ninguém"
    />
  );
}

it('takes the first that was found with Enter, whatever stood there before', async () => {
  const onChosen = vi.fn();
  const { rerender } = render(<Picker options={ALL} onChosen={onChosen} />);
  const box = await screen.findByPlaceholderText('Nome');
  fireEvent.change(box, { target: { value: 'Car' } });
  rerender(<Picker options={ALL.slice(2)} onChosen={onChosen} />);
  screen.getByRole('listbox', { name: 'Pessoa' });
  expect(screen.getByRole('option', { name: 'Carla' }).getAttribute('data-selected')).toBe('true');
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(onChosen).toHaveBeenLastCalledWith('carla');
});

it('takes what the arrows went to', async () => {
  const onChosen = vi.fn();
  render(<Picker options={ALL} onChosen={onChosen} />);
  const box = await screen.findByPlaceholderText('Nome');
  fireEvent.keyDown(box, { key: 'ArrowDown' });
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(onChosen).toHaveBeenLastCalledWith('bruno');
});
