import { describe, expect, it } from 'vitest';
import { pageSummary, pageWindow } from './pages.ts';

describe('pageWindow', () => {
  it.each([
    [1, 0, []],
    [1, 1, [1]],
    [3, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 8, [1, 2, 3, 4, 5, 'ellipsis-end', 8]],
    [4, 8, [1, 2, 3, 4, 5, 'ellipsis-end', 8]],
    [5, 8, [1, 'ellipsis-start', 4, 5, 6, 7, 8]],
    [5, 20, [1, 'ellipsis-start', 4, 5, 6, 'ellipsis-end', 20]],
    [17, 20, [1, 'ellipsis-start', 16, 17, 18, 19, 20]],
    [16, 20, [1, 'ellipsis-start', 15, 16, 17, 'ellipsis-end', 20]],
    [20, 20, [1, 'ellipsis-start', 16, 17, 18, 19, 20]],
  ])('page %i of %i', (current, total, links) => {
    expect(pageWindow(current, total)).toEqual(links);
  });

  it('always contains the current page, whatever the numbers', () => {
    for (let total = 1; total <= 40; total += 1)
      for (let page = 1; page <= total; page += 1) expect(pageWindow(page, total)).toContain(page);
  });
});

describe('pageSummary', () => {
  const pagination = { page: 2, limit: 10, total: 57, totalPages: 6, totalExato: true };

  it('says which rows are on screen', () => {
    expect(pageSummary(pagination, 10)).toBe('Mostrando 11 a 20 de 57');
    expect(pageSummary({ ...pagination, page: 6 }, 7)).toBe('Mostrando 51 a 57 de 57');
  });

  it('marks a total that was not counted to the end', () => {
    expect(pageSummary({ ...pagination, page: 1, total: 1000, totalExato: false }, 10)).toBe(
      'Mostrando 1 a 10 de 1.000+',
    );
  });

  it('says when there is nothing', () => {
    expect(pageSummary({ ...pagination, total: 0 }, 0)).toBe('Nenhum resultado');
  });
});
