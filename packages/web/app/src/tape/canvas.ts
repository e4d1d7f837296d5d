import { useLayoutEffect } from 'preact/hooks';

/** Draws on a canvas at the screen's own resolution, again whenever something it depends on changes. */
export function useDrawing(
  canvas: { current: HTMLCanvasElement | null },
  size: { width: number; height: number },
  draw: (context: CanvasRenderingContext2D) => void,
  depends: unknown[],
): void {
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || size.width === 0) return;
    const scale = devicePixelRatio || 1;
    element.width = Math.round(size.width * scale);
    element.height = Math.round(size.height * scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    draw(context);
  }, [size.width, size.height, ...depends]);
}
