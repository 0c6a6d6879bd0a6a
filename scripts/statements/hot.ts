/**
 * Statements that Prisma could express but that stay SQL for speed: by path and place, with their caller and frequency.
 */
export const HOT: Record<string, string> = {
  'api/src/features/entrevistas/collecting/receive-repo.ts readItem':
    'each time that a device sends events of an interview',
  'api/src/features/entrevistas/repo.ts lockEntrevista': 'each answer of an interview',
  'api/src/features/entrevistas/repo.ts readRespostas': 'each answer of an interview',
  'api/src/features/envios/repo.ts findById': 'each upload of a device that begins',
  'api/src/features/envios/repo.ts saveFim': 'each upload of a device that ends',
  'api/src/features/importacoes/repo.ts listMantidas':
    "each page of what an undo leaves: up to 500,000 calls, of which the client's count reads the ids",
  'api/src/features/lotes-gravacao/repo.ts findSound': 'each range of a recording that is played',
  'api/src/features/preparos/lists/lists-repo.ts findSound': 'each range of a recording that is played',
  'api/src/sound/listening-copies.ts copyOf': 'each range of a recording that is played',
  'api/src/plugins/session/session-repo.ts findCompanyInUse':
    'requests by a signed address that the cache does not know: each of them while Redis is down',
  'worker/src/signals/sounds-repo.ts otherSounds':
    'each hundred other recordings of a survey that a new one is set against',
  'worker/src/tasks/task-repo.ts showProgress': 'each second of a task whose unit takes long',
  'shared/src/services/log/audit-log.ts recordAction':
    'each act that changes anything: up to several in one request, and in one step of a task',
};
