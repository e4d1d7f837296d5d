import { AttributeKey } from '../span/attribute-key.js';

// What went in and what came out, in the words of Langfuse and of OpenTelemetry.
export const INPUT = new AttributeKey('langfuse.observation.input');
export const OUTPUT = new AttributeKey('langfuse.observation.output');
export const INPUT_MESSAGES = new AttributeKey('gen_ai.input.messages');
export const TOOL_ID = new AttributeKey('langfuse.observation.metadata.tool_id');
