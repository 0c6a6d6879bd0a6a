/** The definition of one kind of staged intake: its requests, its table of states, its words. */
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { createEnvio } from '@escuta/shared/contracts/operation/envios';
import type { Topic } from '@escuta/shared/contracts/topics';
import type { Action, Resource } from '@escuta/shared/domain/accounts/permissions';
import type { ReactNode } from 'react';
import type { ChangingEndpoint, Endpoint } from '../../lib/network/api.ts';
import type { BadgeVariant } from '../../ui/badge.tsx';

/** Fields that the API's answer about an intake of any kind has. */
export interface Staged {
  id: string;
  estado: string;
  /** Number of the version, which each correction increases. */
  versao: number;
  /** The reason of a failure or stop, for people. */
  motivo: string | null;
  tarefa: { id: string; feito: number; total: number | null } | null;
  created_at: string;
  autor: { nome: string | null } | null;
  avisos?: readonly string[];
}

export interface StateLine {
  variant: BadgeVariant;
  /** Number of the step to which the state belongs, counted from 0. */
  step: number;
  /** The polling interval, ms; absent: the state is final. */
  poll?: number;
}

/** Polling interval while an intake waits for a person, ms; needed because another person may correct the intake. */
export const WAITS = 8000;

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** The requests that upload and read the files of a kind of intake. */
export interface Sender<Papel extends string> {
  /** The owner of an upload (POST /envios). */
  owner: (intakeId: string, papel: Papel) => WithoutId<BodyOf<typeof createEnvio>>;
  /** Starts or repeats the reading of the intake's files. Its request has the intake's id alone. */
  reading: ChangingEndpoint;
  /**
   * True if the reading can start after this file's arrival; absent: the kind has a single file.
   * @throws ApiError
   */
  isWhole?: (intakeId: string) => Promise<boolean>;
}

/** An act on a whole intake that needs a confirmation. Its request has the intake's id alone. */
interface AskedAct {
  endpoint: ChangingEndpoint;
  can: readonly [Resource, Action];
}

export interface IntakeKind<Intake extends Staged, Papel extends string = string> extends Sender<Papel> {
  get: Endpoint;
  /** Topic whose answers change with the intake's state or version. */
  topic: Topic;
  labels: Readonly<Record<Intake['estado'], string>>;
  states: Readonly<Record<Intake['estado'], StateLine>>;
  /** States without results yet, in which the intake can be cancelled. */
  open: readonly Intake['estado'][];
  steps: readonly string[];
  /** Article of `noun` in the sentences about the intake, for example 'a' with 'importação'. */
  article: 'a' | 'o';
  noun: string;
  plural: string;
  /** `lost`: the data that cancelling loses, as the confirmation states it. */
  cancel: AskedAct & { lost: string };
  undo?: AskedAct & {
    /** Time until which undoing is allowed; null: not allowed now. */
    until: (intake: Intake) => string | null;
    /** The data that undoing removes and keeps, shown before a person confirms. */
    lost: (intake: Intake) => ReactNode;
  };
  /** Time at which an abandoned intake's files are deleted. */
  keptUntil?: (intake: Intake) => string | null;
  /** The reason why the intake stopped, if no file shows it; `motivo` by default. */
  reason?: (intake: Intake) => string | null;
}

/** Words for an intake with the right gender: 'a importação', 'enviada'. */
export function wordsOf({ article, noun }: Pick<IntakeKind<Staged>, 'article' | 'noun'>) {
  const name = `${noun[0]?.toUpperCase()}${noun.slice(1)}`;
  return {
    name,
    the: `${article} ${noun}`,
    this: `${article === 'a' ? 'esta' : 'este'} ${noun}`,
    none: `${article === 'a' ? 'Nenhuma' : 'Nenhum'} ${noun}`,
    it: article === 'a' ? 'Ela' : 'Ele',
    /** Adds the ending of the gender: 'enviad' → 'enviada'. */
    past: (stem: string): string => `${stem}${article}`,
  };
}

/** A state's line. A state that only a newer server knows gets a neutral line, with which the page keeps polling. */
export const stateLine = <Intake extends Staged>(
  { states }: Pick<IntakeKind<Intake>, 'states'>,
  estado: string,
): StateLine => (states as Record<string, StateLine>)[estado] ?? { variant: 'neutral', step: 0, poll: 8000 };
