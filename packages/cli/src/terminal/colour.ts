import pc from 'picocolors';

/** The few colours we use, or none. */
export type Colours = ReturnType<typeof pc.createColors>;

export function colours(isOn: boolean): Colours {
  return pc.createColors(isOn);
}
