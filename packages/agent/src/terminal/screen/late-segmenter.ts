/**
 * The library creates a segmenter as soon as it is loaded, which takes a tenth of the time until the prompt appears,
 * but it is only needed for unusual characters. While `load` runs, a stand-in is created that is replaced on first use.
 */
export async function withLateSegmenter<T>(load: () => Promise<T>): Promise<T> {
  const Real = Intl.Segmenter;
  class Late {
    private real: Intl.Segmenter | undefined;

    constructor(
      private readonly locales?: Intl.LocalesArgument,
      private readonly options?: Intl.SegmenterOptions,
    ) {}

    segment(text: string): Intl.Segments {
      this.real ??= new Real(this.locales, this.options);
      return this.real.segment(text);
    }

    resolvedOptions(): Intl.ResolvedSegmenterOptions {
      return new Real(this.locales, this.options).resolvedOptions();
    }
  }
  const intl = Intl as { Segmenter: unknown };
  intl.Segmenter = Late;
  try {
    return await load();
  } finally {
    intl.Segmenter = Real;
  }
}
