import { expect, it } from 'vitest';
import { readSidebarCookie } from './sidebar-state.ts';

it('the sidebar is expanded unless its cookie says otherwise', () => {
  expect(readSidebarCookie('')).toBe(true);
  expect(readSidebarCookie('a=1; sidebar_state=false')).toBe(false);
  expect(readSidebarCookie('sidebar_state=true; b=2')).toBe(true);
  expect(readSidebarCookie('my_sidebar_state=false')).toBe(true);
});
