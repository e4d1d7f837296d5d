import { randomBytes } from 'node:crypto';
import { TeamFailure } from '../contract/failure.js';
import type { Device } from '../contract/model.js';
import type { TeamStore } from '../contract/store.js';
import { openInvitation, tokenHash } from './invitation.js';

/** How long the list of devices is cached. A revoked device is shut out of every service within this time. */
const KNOWN_FOR = 700;

/** The sender of a request. */
export class People {
  private known: Promise<Map<string, Device>> | undefined;
  private knownAt = 0;

  constructor(
    private readonly store: TeamStore,
    private readonly now: () => number,
  ) {}

  /** Throws for an unknown or revoked token. */
  async deviceOf(authorization: string | undefined): Promise<Device> {
    const token = /^Bearer (\S{20,200})$/.exec(authorization ?? '')?.[1];
    const device = token === undefined ? undefined : (await this.byToken()).get(tokenHash(token));
    if (device && !device.isRevoked) return device;
    throw new TeamFailure('not_joined', 'This device is not part of the team.', {
      why: device ? 'It was revoked.' : 'Its token is unknown here.',
      hint: 'Ask an admin for an invitation, then: unspool team join URL CODE',
    });
  }

  async join(code: string, name: string): Promise<{ device: Device; token: string }> {
    const invitation = openInvitation(await this.store.secret(), code, this.now());
    const devices = await this.store.devices();
    if (devices.some((device) => device.id === invitation.device)) {
      throw new TeamFailure('not_allowed', 'This invitation has already been used.', {
        why: 'Each invitation admits one device.',
        hint: 'Ask an admin for a new one: unspool team invite NAME',
      });
    }
    return this.admit({ id: invitation.device, person: invitation.person, role: invitation.role, name });
  }

  /** Gives the device a random token. Only its hash is kept. */
  async admit(who: Pick<Device, 'id' | 'person' | 'role' | 'name'>): Promise<{ device: Device; token: string }> {
    const token = randomBytes(32).toString('base64url');
    const device: Device = {
      ...who,
      name: who.name.slice(0, 100),
      tokenSha256: tokenHash(token),
      joinedAt: this.now(),
      isRevoked: false,
    };
    await this.store.putDevice(device);
    this.known = undefined;
    return { device, token };
  }

  async revoke(device: Device): Promise<void> {
    await this.store.putDevice({ ...device, isRevoked: true });
    this.known = undefined;
  }

  private byToken(): Promise<Map<string, Device>> {
    // Not the time of day, which may be set back.
    if (!this.known || performance.now() - this.knownAt > KNOWN_FOR) {
      this.knownAt = performance.now();
      const known = this.store.devices().then((list) => new Map(list.map((device) => [device.tokenSha256, device])));
      known.catch(() => {
        this.known = undefined;
      });
      this.known = known;
    }
    return this.known;
  }
}
