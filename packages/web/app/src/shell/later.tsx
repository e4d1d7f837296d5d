import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Skeleton } from './skeleton.js';

/** A part of the app that is loaded when it is first shown. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Later(props: P) {
    const [, redraw] = useState(0);
    useEffect(() => {
      if (loaded) return;
      let isHere = true;
      void load().then((component) => {
        loaded = component;
        if (isHere) redraw((count) => count + 1);
      });
      return () => {
        isHere = false;
      };
    }, []);
    const Loaded = loaded;
    return Loaded ? <Loaded {...props} /> : <Skeleton lines={6} label="Loading" />;
  };
}
