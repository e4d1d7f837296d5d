/** The facts about one model. Everything that depends on a model is derived from its entry in the registry. */
export interface Model extends ModelFacts {
  /** The name that the API accepts, without a date. */
  id: string;
  /** Short names that `--model` takes. */
  aliases?: readonly string[];
  /** Whether a resume continues with this model. For other models the client requests the default one. */
  isOffered: boolean;
  price: ModelRates;
  /** For replies with `speed: fast`. Cache rates keep their ratio to the input rate. */
  fast?: Pick<ModelRates, 'input' | 'output'>;
  /** For requests whose whole input (input, cache reads and writes) is larger than `tokens`. */
  over?: ModelRates & { tokens: number };
}

/** What a request depends on. Also assumed for unknown models. */
export interface ModelFacts {
  /** Tokens of the whole context, and of one reply. */
  limits: { context: number; output: number };
  takes: {
    /** `adaptive`: the model decides how long to think. `budget`: the request sets a limit. */
    thinking: 'adaptive' | 'budget' | 'none';
    /** Whether the client sends reminders as messages with the role `system`, not inside user messages. */
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
