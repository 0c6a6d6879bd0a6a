import { expect, it } from 'vitest';
import { bucketUrl, presignGet } from './s3-presign.ts';

it("signs as AWS' own example says", () => {
  const link = presignGet(
    {
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      region: 'us-east-1',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      expiresS: 86_400,
    },
    new Date('2013-05-24T00:00:00Z'),
  );
  expect(new URL(link).searchParams.get('X-Amz-Signature')).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});

it('puts the bucket where the server wants it, behind a path of its own too', () => {
  expect(bucketUrl('https://s3.exemplo.com.br', 'gravacoes', true).href).toBe(
    'https://s3.exemplo.com.br/gravacoes/',
  );
  expect(bucketUrl('https://exemplo.com.br/s3/', 'gravacoes', true).href).toBe(
    'https://exemplo.com.br/s3/gravacoes/',
  );
  expect(bucketUrl('https://s3.exemplo.com.br:9000', 'gravacoes', false).href).toBe(
    'https://gravacoes.s3.exemplo.com.br:9000/',
  );
});
