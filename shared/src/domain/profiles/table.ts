import { LIGACAO } from './call.ts';
import type { DefinicaoDePerfil } from './definition.ts';
import { ENTREVISTA } from './interview.ts';
import type { Perfil } from './profile.ts';

export const PROFILES: Record<Perfil, DefinicaoDePerfil> = { ligacao: LIGACAO, entrevista: ENTREVISTA };
