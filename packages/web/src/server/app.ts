import { Hono } from 'hono';
import { AppFailure } from '../failure.js';
import { editRoutes } from './edit-routes.js';
import { eventRoutes } from './event-routes.js';
import { exportRoutes } from './export-routes.js';
import { failureResponse } from './failure-response.js';
import { guard } from './guard.js';
import { safeHeaders } from './headers.js';
import { listRoutes } from './list-routes.js';
import type { Place } from './place.js';
import { sessionRoutes } from './session-routes.js';
import { teamRoutes } from './team-routes.js';

/** All routes. The guard comes first. */
export function appOf(place: Place): Hono {
  const app = new Hono({ strict: false });
  app.use(safeHeaders);
  app.use(guard({ keys: place.keys, port: place.port, now: place.now }));
  listRoutes(app, place);
  sessionRoutes(app, place);
  teamRoutes(app, place);
  editRoutes(app, place);
  exportRoutes(app, place);
  eventRoutes(app, place);
  app.all('/api/*', () => {
    throw new AppFailure(404, 'There is no such request.');
  });
  app.get('*', (context) => place.assets.serve(context));
  app.notFound((context) => failureResponse(context, new AppFailure(404, 'There is no such page.'), place));
  app.onError((error, context) => failureResponse(context, error, place));
  return app;
}
