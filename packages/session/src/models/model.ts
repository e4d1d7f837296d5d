/** What we know about one model. Whatever depends on a model derives from its entry in the registry. */
export interface Model extends ModelFacts {
  /** The name the API knows, without a date. */
  id: string;
  /** Short names that `--model` takes. */
  aliases?: readonly string[];
  /** On resume the client goes on with this model; with others it asks for the default one. */
  isOffered: boolean;
  price: ModelRates;
  /** For replies with `speed: fast`. Cache rates keep their ratio to the input rate. */
  fast?: Pick<ModelRates, 'input' | 'output'>;
  /** For requests whose whole input (input, cache reads and writes) is larger than `tokens`. */
  over?: ModelRates & { tokens: number };
}

/** What a request depends on. We assume these also for models we do not know. */
export interface ModelFacts {
  /** Tokens of the whole context, and of one reply. */
  limits: { context: number; output: number };
  takes: {
    /** `adaptive`: the model decides how long to think. `budget`: the request sets a limit. */
    thinking: 'adaptive' | 'budget' | 'none';
    /** The client sends reminders as messages with the role `system`, not inside those of the user. */
    systemMessages: boolean;
  };
}

/** USD per million tokens, as text: a float would already be rounded. */
export interface ModelRates {
  input: string;
  output: string;
  write5m: string;
  write1h: string;
  read: string;
}
