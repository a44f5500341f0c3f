import type { FastifyInstance } from 'fastify';
import type { Service } from '#http/service.ts';
import { addExportRoutes } from './export-routes.ts';
import { addQueryRoutes } from './query-routes.ts';
import type { Workspace } from './runtime.ts';
import { addTableRoutes } from './table-routes.ts';
import { addUploadRoutes } from './upload-routes.ts';
import { addWorksheetRoutes } from './worksheet-routes.ts';

export const service: Service<{ workspace: Workspace }> = ({ workspace }) => ({
  routes: (app) => addWorkspaceRoutes(app, workspace),
});

function addWorkspaceRoutes(app: FastifyInstance, workspace: Workspace): void {
  for (const add of [addTableRoutes, addUploadRoutes, addQueryRoutes, addExportRoutes, addWorksheetRoutes])
    add(app, workspace);
}
