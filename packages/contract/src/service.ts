import { Type } from 'typebox';

// What the process says of itself.

export const Liveness = Type.Object({ status: Type.String({ examples: ['ok'] }) });
export const Readiness = Type.Object({ status: Type.String(), checks: Type.Record(Type.String(), Type.String()) });
export const ApiDescription = Type.Object({}, { additionalProperties: true });
