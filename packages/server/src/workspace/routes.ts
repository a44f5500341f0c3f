import type { FastifyInstance } from 'fastify';
import { addExportRoutes } from './export-routes.ts';
import { addQueryRoutes } from './query-routes.ts';
import type { Workspace } from './runtime.ts';
import { addTableRoutes } from './table-routes.ts';
import { addUploadRoutes } from './upload-routes.ts';
import { addWorksheetRoutes } from './worksheet-routes.ts';

export function addWorkspaceRoutes(app: FastifyInstance, workspace: Workspace): void {
  for (const add of [addTableRoutes, addUploadRoutes, addQueryRoutes, addExportRoutes, addWorksheetRoutes])
    add(app, workspace);
}
