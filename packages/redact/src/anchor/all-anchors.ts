import { anchorNames } from '../rule/assignment.js';
import { anchorSaid } from '../rule/beside.js';
import { leadToBoundary } from '../rule/boundary.js';
import { anchorCommands } from '../rule/command-password.js';
import { anchorConnected } from '../rule/connected.js';
import { anchorForeign } from '../rule/foreign.js';
import { anchorFormed } from '../rule/formed.js';
import { anchorGlued } from '../rule/glued.js';
import { anchorIssued } from '../rule/issued.js';
import { anchorLines } from '../rule/line.js';
import { anchorPasswordHashes } from '../rule/password-hash.js';
import { anchorPhrases } from '../rule/phrase.js';
import { anchorPrefixed } from '../rule/prefixed.js';
import { anchorKeyBodies, anchorPrivateKeys } from '../rule/private-key.js';
import { anchorSigned } from '../rule/signed.js';
import { anchorUrls } from '../rule/url.js';
import { anchorWebKeys } from '../rule/web-key.js';
import { anchorTokens } from '../token.js';
import { Anchors } from './anchors.js';
import type { Graph } from './graph.js';

/** Collects the anchors of all rules. Text in base64 has none: the kernel decodes it instead. */
export function allAnchors(graph: Graph): Anchors {
  const anchors = new Anchors(graph);
  leadToBoundary(graph, anchors.boundary);
  anchorNames(anchors);
  anchorConnected(anchors);
  anchorSaid(anchors);
  anchorForeign(anchors);
  anchorFormed(anchors);
  anchorGlued(anchors);
  anchorIssued(anchors);
  anchorSigned(anchors);
  // After anchors of other rules that reach further from the same position.
  anchorCommands(anchors);
  anchorLines(anchors);
  anchorUrls(anchors);
  anchorTokens(anchors);
  anchorPrefixed(anchors);
  anchorPhrases(anchors);
  anchorKeyBodies(anchors);
  anchorPasswordHashes(anchors);
  anchorWebKeys(anchors);
  // Capitals only, so it must come after the case-insensitive words that share its nodes.
  anchorPrivateKeys(anchors);
  anchors.addWords();
  return anchors;
}
