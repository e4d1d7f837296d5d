import { SYNTHETIC } from '../../message/reply.js';
import type { Members } from '../../outline/record-members.js';

/** Members of a message by their place in the kernel's lists of names. */
const [MESSAGE_ID, MODEL] = [0, 1];
const NOTHING = new Uint8Array();

/** What replies say of themselves. Lines of one reply mostly follow each other, and what one wrote the next writes again. */
export class ReplyMembers {
  private readonly numbers = new Map<string, number>();
  private message: { written: Uint8Array; number: number } = { written: NOTHING, number: 0 };
  private model: { written: Uint8Array; isSynthetic: boolean } = { written: NOTHING, isSynthetic: false };

  /** Which reply it is: 0 for one without an id. */
  numberOf(reply: Members): number {
    if (!reply.isWritten(MESSAGE_ID, this.message.written)) {
      this.message = { written: reply.written(MESSAGE_ID), number: this.numberOfId(reply.text(MESSAGE_ID)) };
    }
    return this.message.number;
  }

  isSynthetic(reply: Members): boolean {
    if (!reply.isWritten(MODEL, this.model.written)) {
      this.model = { written: reply.written(MODEL), isSynthetic: reply.text(MODEL) === SYNTHETIC };
    }
    return this.model.isSynthetic;
  }

  private numberOfId(messageId: string | undefined): number {
    if (messageId === undefined) return 0;
    let number = this.numbers.get(messageId);
    if (number === undefined) {
      number = this.numbers.size + 1;
      this.numbers.set(messageId, number);
    }
    return number;
  }
}
