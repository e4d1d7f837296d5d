import type { Hono } from 'hono';
import type { Place } from './place.js';

export function editRoutes(_app: Hono, _place: Place): void {}
