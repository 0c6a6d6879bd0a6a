import { describe, expect, it } from 'vitest';
import { paginationWindow } from './pagination-window.ts';

describe('paginationWindow', () => {
  it('shows every page up to seven', () => {
    expect(paginationWindow(1, 0)).toEqual([]);
    expect(paginationWindow(1, 1)).toEqual([1]);
    expect(paginationWindow(7, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('shows the first five while the current page is four or less', () => {
    for (const page of [1, 2, 3, 4]) expect(paginationWindow(page, 8)).toEqual([1, 2, 3, 4, 5, '…', 8]);
  });

  it('shows the last five within three of the end', () => {
    for (const page of [17, 18, 19, 20]) {
      expect(paginationWindow(page, 20)).toEqual([1, '…', 16, 17, 18, 19, 20]);
    }
  });

  it('otherwise shows the neighbours of the current page', () => {
    expect(paginationWindow(5, 20)).toEqual([1, '…', 4, 5, 6, '…', 20]);
    expect(paginationWindow(16, 20)).toEqual([1, '…', 15, 16, 17, '…', 20]);
  });

  it('always contains the current page', () => {
    for (let total = 1; total <= 30; total++) {
      for (let page = 1; page <= total; page++) expect(paginationWindow(page, total)).toContain(page);
    }
  });
});
