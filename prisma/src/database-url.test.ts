import { expect, it } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';

it('leaves a plain URL alone and sends no start-up options, which poolers refuse', () => {
  expect(parseDatabaseUrl('postgresql://u:p@host:5432/escuta')).toEqual({
    connectionString: 'postgresql://u:p@host:5432/escuta',
    schema: 'public',
  });
});

it('turns ?schema= into a search_path and keeps what pg understands', () => {
  expect(parseDatabaseUrl('postgresql://h/escuta?schema=teste_1&sslmode=require&connection_limit=3')).toEqual(
    {
      connectionString: 'postgresql://h/escuta?sslmode=require',
      schema: 'teste_1',
      options: '-c search_path="teste_1"',
    },
  );
});

it('escapes a schema that would end the option', () => {
  expect(parseDatabaseUrl('postgresql://h/e?schema=a%20-c%20x').options).toBe('-c search_path="a\\ -c\\ x"');
});
