import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Tabs, TabsList, TabsTrigger } from './tabs.tsx';

it('asks once for a tab that is pressed, and again at the next press', async () => {
  const onValueChange = vi.fn();
  render(
    <Tabs value="a" onValueChange={onValueChange}>
      <TabsList>
        <TabsTrigger value="a">Ações</TabsTrigger>
        <TabsTrigger value="b">Acessos</TabsTrigger>
      </TabsList>
    </Tabs>,
  );
  const tab = screen.getByRole('tab', { name: 'Acessos' });
  // The address, and with it the current tab, changes later: at the focus event the pressed tab is not yet current.
  fireEvent.mouseDown(tab, { button: 0 });
  fireEvent.focus(tab);
  expect(onValueChange.mock.calls).toEqual([['b']]);
  await new Promise((next) => setTimeout(next));
  fireEvent.mouseDown(tab, { button: 0 });
  expect(onValueChange).toHaveBeenCalledTimes(2);
});
