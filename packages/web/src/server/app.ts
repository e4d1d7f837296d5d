import { Hono } from 'hono';
import { AppFailure } from '../failure.js';
import { editRoutes } from './edit-routes.js';
import { eventRoutes } from './event-routes.js';
import { exportRoutes } from './export-routes.js';
import { failureResponse } from './failure-response.js';
import { guard } from './guard.js';
import { safeHeaders } from './headers.js';
import { listRoutes } from './list-routes.js';
import { projectRoutes } from './project-routes.js';
import type { Services } from './services.js';
import { sessionRoutes } from './session-routes.js';
import { teamRoutes } from './team-routes.js';

/** All routes. The guard comes first. */
export function appOf(services: Services): Hono {
  const app = new Hono({ strict: false });
  app.use(safeHeaders);
  app.use(guard({ keys: services.keys, port: services.port, now: services.now }));
  listRoutes(app, services);
  sessionRoutes(app, services);
  projectRoutes(app, services);
  teamRoutes(app, services);
  editRoutes(app, services);
  exportRoutes(app, services);
  eventRoutes(app, services);
  app.all('/api/*', () => {
    throw new AppFailure(404, 'There is no such request.');
  });
  app.get('*', (context) => services.assets.serve(context));
  app.notFound((context) => failureResponse(context, new AppFailure(404, 'There is no such page.'), services));
  app.onError((error, context) => failureResponse(context, error, services));
  return app;
}
