let whole: RegExp | undefined;

/**
 * Whether a sign is drawn as an emoji. The pattern that knows all of them takes a third of the time until the prompt
 * stands, so the command's bundle puts this in its place: single signs are told by a property that costs little, and the
 * pattern is made when a sequence comes.
 */
export const emojiPattern = {
  test(sign: string): boolean {
    if ([...sign].length === 1) return /^(?!\p{Regional_Indicator})\p{Emoji_Presentation}$/u.test(sign);
    // A literal, or what a bundler makes one of, would be compiled when the file is loaded.
    whole ??= Reflect.construct(RegExp, ['^\\p{RGI_Emoji}$', 'v']) as RegExp;
    return whole.test(sign);
  },
};
