// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of a shell
import { describe, expect, it } from 'vitest';
import { table } from './bash-table.js';
import { bash } from './support.js';

const gitLog = { allow: ['Bash(git log:*)', 'Bash(git blame:*)'] };

table('a rule for a prefix allows whole words (claude-code #94314)', gitLog, [
  ['git log', 'allow'],
  ['git log --oneline -5', 'allow'],
  ['git log main..topic -- src', 'allow'],
  ['git blame a.ts', 'allow'],
  ['git logs', 'ask'],
  ['git-log', 'ask'],
  ['git push', 'ask'],
  ['git log; touch /tmp/x', 'ask'],
  ['git log && touch /tmp/x', 'ask'],
  ['git log || touch /tmp/x', 'ask'],
  ['git log | tee x', 'ask'],
  ['git log |& tee x', 'ask'],
  ['git log & touch x', 'ask'],
  ['git log\ntouch x', 'ask'],
  ['touch x; git log', 'ask'],
  ['touch x && git log', 'ask'],
  ['git log && git blame a.ts', 'allow'],
  ['git log | head -5', 'allow'],
  ['git log ; git blame a.ts | wc -l', 'allow'],
]);

table(
  'a rule for a program that reads does not allow the options by which it writes',
  {
    allow: ['git log', 'git grep', 'find', 'sort', 'rg', 'uniq', 'date']
      .map((each) => `Bash(${each}:*)`)
      .concat('Bash(find tmp -delete)'),
  },
  [
    ['git log --output=x', 'ask'],
    ['git log --outp x', 'ask'],
    ['git grep --open-files-in-pager=x y', 'ask'],
    ['git log --oneline --all', 'allow'],
    ['find / -name x', 'allow'],
    ['find . -delete', 'ask'],
    ['find . -name x -fprint out', 'ask'],
    ['find . -fprintf out %p', 'ask'],
    ['find tmp -delete', 'allow'],
    ['sort -o out in', 'ask'],
    ['sort -no out in', 'ask'],
    ['sort --output=out in', 'ask'],
    ['uniq in out', 'ask'],
    ['uniq -c in', 'allow'],
    ['date -s tomorrow', 'ask'],
    ['date 0101000026', 'ask'],
    ['date -d tomorrow +%F', 'allow'],
    ['sort /tmp/in', 'allow'],
    ['rg --pre ./x y', 'ask'],
    ['rg --pretty y', 'allow'],
  ],
);

table('cd does not open a door (claude-code #28784)', { allow: ['Bash(cd:*)'] }, [
  ['cd src', 'allow'],
  ['cd /elsewhere', 'allow'],
  ['cd src && python3 script.py', 'ask'],
  ['cd src; rm -rf .', 'ask'],
  ['cd /etc && cat passwd', 'ask'],
  ['cd src && cat a.ts', 'allow'],
  ['cd .. && cat other/secret', 'ask'],
  ['cd $X && cat a.ts', 'ask'],
]);

table('each part needs its own rule (claude-code #82420)', { allow: ['Bash(ls:*)', 'Bash(npm run test:*)'] }, [
  ['ls /some/dir && date +%s%N', 'allow'],
  ['ls /some/dir && dd if=/dev/zero of=x', 'ask'],
  ['dd if=/dev/zero of=x && ls /some/dir', 'ask'],
  ['npm run test', 'allow'],
  ['npm run test -- --watch', 'allow'],
  ['npm run testing', 'ask'],
  ['npm run test && npm publish', 'ask'],
]);

table('substitutions run as well', { allow: ['Bash(echo:*)', 'Bash(npm test:*)', 'Bash(git commit:*)'] }, [
  ['echo $(rm -rf x)', 'ask'],
  ['echo "$(rm -rf x)"', 'ask'],
  ["echo '$(rm -rf x)'", 'allow'],
  ['echo "\\$(rm -rf x)"', 'allow'],
  ['echo `rm -rf x`', 'ask'],
  ['echo "`rm -rf x`"', 'ask'],
  ['echo $(echo $(rm x))', 'ask'],
  ['echo $(pwd)', 'allow'],
  ['echo <(rm x)', 'ask'],
  ['npm test >(rm x)', 'ask'],
  ['echo ${x:-$(rm x)}', 'ask'],
  ['echo ${x@P}', 'ask'],
  ['echo $((a[$(rm x)]))', 'ask'],
  ['echo $((1 + 2))', 'allow'],
  ['echo $HOME', 'allow'],
  ['echo "$\\\n(rm x)"', 'ask'],
  ['git commit -m "$(cat <<\'EOF\'\nA title; rm -rf x\n\n$(rm x) "quoted" it\'s\nEOF\n)"', 'allow'],
  ['git commit -m "$(cat <<EOF\n$(rm x)\nEOF\n)"', 'ask'],
  ['git commit -m "$(cat <<\'EOF\'\ntext\nEOF\nrm x)"', 'ask'],
]);

table('quotes hide nothing and invent nothing', { allow: ['Bash(git log:*)', 'Bash(npm test)'] }, [
  ['git log --grep="a; b && c"', 'allow'],
  ["git log --grep='a | b'", 'allow'],
  ['git log --grep=a\\;b', 'allow'],
  ['git log --grep="a" ; rm x', 'ask'],
  ['git log "--grep=a"; "rm" x', 'ask'],
  ['"git" log', 'allow'],
  ['g\\it log', 'allow'],
  ['git "log x"', 'ask'],
  ["git log $'a\\'; rm x'", 'ask'],
  ['git log "unclosed', 'ask'],
  ["git log 'unclosed", 'ask'],
  ['git log \\', 'ask'],
  ['git log # and a comment; rm x', 'allow'],
  ['git log # comment\nrm x', 'ask'],
  ['git log a#b; rm x', 'ask'],
  ['git log \\\n --oneline', 'allow'],
  ['git log \\\n; rm x', 'ask'],
  ['git log\r\nrm x', 'ask'],
  ['npm test', 'allow'],
  ['npm test --x', 'ask'],
  ['{git,log}', 'ask'],
  ['$GIT log', 'ask'],
  ['gi? log', 'ask'],
]);

table('wrappers are looked through', { allow: ['Bash(npm test:*)', 'Bash(grep:*)'] }, [
  ['timeout 30 npm test', 'allow'],
  ['timeout -k 5 30 npm test', 'allow'],
  ['timeout 30 rm x', 'ask'],
  ['timeout --unknown 5 npm test', 'ask'],
  ['nohup npm test', 'allow'],
  ['nohup rm x', 'ask'],
  ['time npm test', 'allow'],
  ['nice -n 10 npm test', 'allow'],
  ['stdbuf -oL npm test', 'allow'],
  ['env npm test', 'allow'],
  ['env NODE_ENV=test npm test', 'allow'],
  ['env LD_PRELOAD=./x.so npm test', 'ask'],
  ['env -i npm test', 'ask'],
  ['env -S "rm x" npm test', 'ask'],
  ['NODE_ENV=test npm test', 'allow'],
  ['PATH=/tmp npm test', 'ask'],
  ['NODE_OPTIONS=--require=./x npm test', 'ask'],
  ['export PATH=/tmp; npm test', 'ask'],
  ['PATH=/tmp; npm test', 'ask'],
  ['ls | xargs grep x', 'allow'],
  ['ls | xargs rm', 'ask'],
  ['ls | xargs -I{} rm {}', 'ask'],
  ['ls | xargs cat', 'ask'],
  ['ls | xargs -I{} grep x {}', 'ask'],
  ['echo rm | xargs -I grep grep x', 'ask'],
  ['zsh -c "npm test"', 'ask'],
  ['fish -c "npm test"', 'ask'],
  ['sudo npm test', 'ask'],
  ['bash -c "npm test"', 'allow'],
  ['bash -c "npm test; rm x"', 'ask'],
  ['sh -ec "npm test && rm x"', 'ask'],
  ['bash -c "$X"', 'ask'],
  ['bash script.sh', 'ask'],
  ['eval "npm test"', 'allow'],
  ['eval "npm test; rm x"', 'ask'],
  ['command npm test', 'allow'],
  ['exec npm test', 'ask'],
  ['watch rm x', 'ask'],
  ['./npm test', 'ask'],
]);

table('rules that ask', { allow: ['Bash'], ask: ['Bash(git push:*)'] }, [
  ['git push', 'ask'],
  ['ls && git push origin', 'ask'],
  ['ls', 'allow'],
]);

table('stars elsewhere', { allow: ['Bash(git * main)', 'Bash(* --version)', 'Bash(ls*)'] }, [
  ['git checkout main', 'allow'],
  ['git checkout main && rm x', 'ask'],
  ['git checkout dev', 'ask'],
  ['node --version', 'allow'],
  ['node x.js; npm --version', 'ask'],
  ['lsof', 'allow'],
]);

table('a rule that is the whole command', { allow: ['Bash(cd $(git rev-parse --show-toplevel) && ./x.sh)'] }, [
  ['cd $(git rev-parse --show-toplevel) && ./x.sh', 'allow'],
  ['cd $(git rev-parse --show-toplevel) && ./x.sh; ls', 'ask'],
]);

// As client 2.1.326 offers them, except that it offers `npm run *` for any script.
describe('suggestions', () => {
  it.each<[string, string[]]>([
    ['ls && npm run build && git push origin', ['npm run build *', 'git push *']],
    ['touch ran', ['touch ran *']],
    ['npm test', ['npm test *']],
    ['npm install left-pad', ['npm install *']],
    ['git commit -m "x"', ['git commit *']],
    ['docker compose up -d', ['docker compose *']],
    ['npx vitest run', ['npx vitest *']],
    ['touch a && touch b', ['touch a *', 'touch b *']],
    ['./x.sh arg', ['./x.sh arg *']],
    ['make', ['make']],
    ['mkdir -p a/b', ['mkdir -p a/b']],
    ['rm -rf build', ['rm -rf build']],
    ['curl https://example.org', ['curl https://example.org']],
    ['python3 -c "print(1)"', ['python3 -c "print(1)"']],
    ['FOO=1 npm run build', ['FOO=1 npm run build']],
    ['bash x.sh', ['bash x.sh']],
    ['sudo ls', ['sudo ls']],
    ['node x.js', ['node x.js']],
    ['git -C . push', ['git -C . push']],
    ['timeout 5 npm test', ['timeout 5 npm test']],
    ['echo x > a', ['echo x > a']],
    ['cat a | tee b.txt', ['cat a | tee b.txt']],
  ])('for %s: %j', (command, rules) => {
    const named = rules.map((rule) => `Bash(${rule})`);
    expect(bash(command).suggestions).toEqual([
      { type: 'addRules', rules: named, behavior: 'allow', destination: 'localSettings' },
    ]);
    // The rule answers the question it was offered for.
    expect(bash(command, { allow: named }).behavior).toBe('allow');
  });

  it.each(['rm *', 'echo x > a*', `rm -r ${'x'.repeat(300)}/`, 'echo "a\nb" > c'])('do not exist for %s', (command) => {
    expect(bash(command).suggestions ?? []).toEqual([]);
  });
});
