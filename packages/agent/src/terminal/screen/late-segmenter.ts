/**
 * Delays the segmenter that the library creates as soon as it is loaded. Creating it takes a tenth of the time until the
 * prompt appears, but only unusual characters need it. While `load` runs, the library gets a stand-in, which creates the
 * real one on first use.
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
