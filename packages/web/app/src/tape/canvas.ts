import { useEffect } from 'preact/hooks';

/**
 * Draws on a canvas at the resolution of the screen, again whenever a dependency changes. A tape of thousands of bands
 * takes a while, so it is drawn separately, after the text of the page.
 */
export function useDrawing(
  canvas: { current: HTMLCanvasElement | null },
  size: { width: number; height: number },
  draw: (context: CanvasRenderingContext2D) => void,
  depends: unknown[],
): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const element = canvas.current;
      const context = element?.getContext('2d');
      if (!element || !context || size.width === 0) return;
      const scale = devicePixelRatio || 1;
      element.width = Math.round(size.width * scale);
      element.height = Math.round(size.height * scale);
      context.setTransform(scale, 0, 0, scale, 0, 0);
      draw(context);
    });
    return () => clearTimeout(timer);
  }, [size.width, size.height, ...depends]);
}
