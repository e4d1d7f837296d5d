export interface Example {
  title: string;
  code: string;
}

/** The example of each section of a page. */
export function examplesOf(page: string): Example[] {
  return page.split(/^##? /m).flatMap((section) => {
    const title = section.slice(0, section.indexOf('\n'));
    const code = /^```ts\n([\s\S]*?)^```$/m.exec(section)?.[1];
    return code === undefined ? [] : [{ title, code }];
  });
}
