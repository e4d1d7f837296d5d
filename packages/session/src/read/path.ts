/** A member of a line, or of a list item, that a reader may request. */
export interface Path {
  /** The names that lead to it. */
  readonly keys: readonly string[];
  /** Its place among the spans of a record: one for a member, two for a list whose items are requested. */
  readonly at: number;
}

/** A list whose items are requested: `each` has the paths within an item. */
export interface ListPath<Item> extends Path {
  readonly each: Item;
}

/**
 * Requested members by name: `true` for the value alone, an object for its members too, a list for members of its
 * items.
 */
export type PathSpec = { readonly [name: string]: true | PathSpec | readonly [PathSpec] };

export type Paths<Spec> = {
  readonly [Name in keyof Spec]: Spec[Name] extends readonly [infer Item]
    ? ListPath<Paths<Item>>
    : Spec[Name] extends true
      ? Path
      : Path & Paths<Spec[Name]>;
};

/** The paths of a record, and how many spans it takes. */
export interface PathSet<Spec> {
  readonly paths: Paths<Spec>;
  readonly spans: number;
  readonly members: readonly Member[];
}

/** A requested member, in the form that the walker needs. */
export interface Member {
  name: string;
  at: number;
  /** Requested members of its value, if that is an object. */
  members: Member[];
  /** Requested members of its items, if it is a list. */
  items: PathSet<PathSpec> | undefined;
}

/** Assigns a place to every member of a specification. */
export function pathSet<const Spec extends PathSpec>(spec: Spec): PathSet<Spec> {
  let spans = 0;
  const place = (
    members: PathSpec,
    keys: readonly string[],
  ): { paths: { [name: string]: Path }; members: Member[] } => {
    const paths: { [name: string]: Path } = {};
    const placed: Member[] = [];
    for (const [name, wanted] of Object.entries(members)) {
      const path = { keys: [...keys, name], at: spans };
      const member: Member = { name, at: spans, members: [], items: undefined };
      placed.push(member);
      spans++;
      if (wanted === true) paths[name] = path;
      else if (isItems(wanted)) {
        spans++;
        member.items = pathSet(wanted[0]);
        paths[name] = { ...path, each: member.items.paths } as Path;
      } else {
        const inner = place(wanted, path.keys);
        member.members = inner.members;
        paths[name] = { ...inner.paths, ...path } as Path;
      }
    }
    return { paths, members: placed };
  };
  const { paths, members } = place(spec, []);
  return { paths: paths as Paths<Spec>, spans, members };
}

function isItems(wanted: PathSpec | readonly [PathSpec]): wanted is readonly [PathSpec] {
  return Array.isArray(wanted);
}
