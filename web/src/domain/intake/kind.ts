/** The definition of one kind of staged intake: its requests, its table of states, its words. */
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { createEnvio } from '@escuta/shared/contracts/operation/envios';
import type { Topic } from '@escuta/shared/contracts/topics';
import type { Action, Resource } from '@escuta/shared/domain/accounts/permissions';
import type { ReactNode } from 'react';
import type { ChangingEndpoint, Endpoint } from '../../lib/network/api.ts';
import type { BadgeVariant } from '../../ui/badge.tsx';

/** The fields that every intake's answer has. */
export interface Staged {
  id: string;
  estado: string;
  /** Grows with each correction. */
  versao: number;
  /** The reason of a failure or stop, for people. */
  motivo: string | null;
  /** The task that works on it. */
  tarefa: { id: string; feito: number; total: number | null } | null;
  created_at: string;
  autor: { nome: string | null } | null;
  avisos?: readonly string[];
}

export interface StateLine {
  variant: BadgeVariant;
  /** The step of the kind, from 0. */
  step: number;
  /** The polling interval, ms; absent: the state is final. */
  poll?: number;
}

/** Polling interval while an intake waits for a person, ms: somebody else may correct it meanwhile. */
export const WAITS = 8000;

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** The way in which files of a kind are sent. */
export interface Sender<Papel extends string> {
  /** The owner of an upload (POST /envios). */
  owner: (intakeId: string, papel: Papel) => WithoutId<BodyOf<typeof createEnvio>>;
  /** Has the intake's files read, again too. Its request takes the intake's id alone. */
  reading: ChangingEndpoint;
  /**
   * Tells whether to ask for the reading now that a file has arrived; absent: there is only one file. @throws ApiError
   */
  isWhole?: (intakeId: string) => Promise<boolean>;
}

/** An act on a whole intake that is asked about first. Its request takes the intake's id alone. */
interface AskedAct {
  endpoint: ChangingEndpoint;
  can: readonly [Resource, Action];
}

export interface IntakeKind<Intake extends Staged, Papel extends string = string> extends Sender<Papel> {
  get: Endpoint;
  /** Answers that change with its state or version. */
  topic: Topic;
  labels: Readonly<Record<Intake['estado'], string>>;
  states: Readonly<Record<Intake['estado'], StateLine>>;
  /** States in which nothing was made of it yet: it may be cancelled. */
  open: readonly Intake['estado'][];
  steps: readonly string[];
  /** 'a' 'importação': every sentence about the intake as a whole is made of both. */
  article: 'a' | 'o';
  noun: string;
  plural: string;
  /** `lost`: what goes with it, said before. */
  cancel: AskedAct & { lost: string };
  undo?: AskedAct & {
    /** Until when it may be undone; null: it cannot be now. */
    until: (intake: Intake) => string | null;
    /** The undone and the kept part, said before. */
    lost: (intake: Intake) => ReactNode;
  };
  /** The time at which its files are thrown away unless somebody goes on. */
  keptUntil?: (intake: Intake) => string | null;
  /** The reason why it stands still, where no file shows it; `motivo` by default. */
  reason?: (intake: Intake) => string | null;
}

/** 'a importação', with what else is said of it in the gender of its noun. */
export function wordsOf({ article, noun }: Pick<IntakeKind<Staged>, 'article' | 'noun'>) {
  const name = `${noun[0]?.toUpperCase()}${noun.slice(1)}`;
  return {
    name,
    the: `${article} ${noun}`,
    this: `${article === 'a' ? 'esta' : 'este'} ${noun}`,
    none: `${article === 'a' ? 'Nenhuma' : 'Nenhum'} ${noun}`,
    it: article === 'a' ? 'Ela' : 'Ele',
    /** 'enviad' → 'enviada' */
    past: (stem: string): string => `${stem}${article}`,
  };
}

/** A state's line. Of one that only a newer server knows this page says its name alone, and asks on. */
export const stateLine = <Intake extends Staged>(
  { states }: Pick<IntakeKind<Intake>, 'states'>,
  estado: string,
): StateLine => (states as Record<string, StateLine>)[estado] ?? { variant: 'neutral', step: 0, poll: 8000 };
