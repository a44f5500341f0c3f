import { Type } from 'typebox';
import { JsonObject } from './values.ts';

// Health of the process on the wire.

export const Liveness = Type.Object({ status: Type.String({ examples: ['ok'] }) });
export const Readiness = Type.Object({ status: Type.String(), checks: Type.Record(Type.String(), Type.String()) });
export const ApiDescription = JsonObject;
