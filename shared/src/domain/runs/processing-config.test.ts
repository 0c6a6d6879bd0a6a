import { describe, expect, it } from 'vitest';
import { DEFAULT_PROCESSING_CONFIG, processingConfigSchema } from './processing-config.ts';

describe('processing configuration', () => {
  it('fills what a company has not set and keeps what it has', () => {
    const config = processingConfigSchema.parse({ transcriptionConfig: { sampling_percentage: 30 } });
    expect(config.transcriptionConfig).toMatchObject({ enabled: true, sampling_percentage: 30 });
    expect(config.retryConfig).toEqual(DEFAULT_PROCESSING_CONFIG.retryConfig);
    expect(DEFAULT_PROCESSING_CONFIG.retryConfig).toEqual({
      max_retries: 3,
      enable_exponential_backoff: true,
      dead_letter_queue: true,
    });
  });

  it('refuses a percentage beyond 100', () => {
    expect(
      processingConfigSchema.safeParse({ transcriptionConfig: { sampling_percentage: 101 } }).success,
    ).toBe(false);
  });
});
