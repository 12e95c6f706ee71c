<?php
// Runs the integration suite of a PHP client from a checkout of its repository, with the
// libraries that Debian has: php suite.php DIR. PHPUnit 9 knows no attributes, so
// the methods are chosen here, by attribute or annotation; what they do is theirs.
use PHPUnit\Framework\TestCase;

foreach (['Nyholm/Psr7', 'Http/Client', 'GuzzleHttp', 'Symfony/Component/Mailer'] as $library) {
    require "/usr/share/php/$library/autoload.php";
}
require '/usr/share/php/PHPUnit/Autoload.php';

// The client that the suites name is in no package: Guzzle stands in for it.
eval('namespace Http\Client\Curl; class Client extends \GuzzleHttp\Client implements \Http\Client\HttpClient {}');
// Of PHPUnit 10 there are the attributes to look for.
eval('namespace PHPUnit\Framework\Attributes; #[\Attribute] class Test {} #[\Attribute(\Attribute::TARGET_METHOD|\Attribute::IS_REPEATABLE)] class DataProvider { public function __construct(public string $name) {} }');

$dir = $argv[1];
$composer = json_decode(file_get_contents("$dir/composer.json"), true);
$roots = $composer['autoload']['psr-4'] + $composer['autoload-dev']['psr-4'];
spl_autoload_register(function (string $class) use ($roots, $dir) {
    foreach ($roots as $prefix => $path) {
        $file = "$dir/$path" . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
        }
    }
});

$before = get_declared_classes();
foreach (glob("$dir/tests/integration/*Test.php") as $file) {
    require_once $file;
}
[$good, $bad] = [0, 0];
foreach (array_diff(get_declared_classes(), $before) as $class) {
    if (!is_subclass_of($class, TestCase::class)) {
        continue;
    }
    foreach ((new ReflectionClass($class))->getMethods() as $method) {
        $doc = (string) $method->getDocComment();
        if (!$method->getAttributes(PHPUnit\Framework\Attributes\Test::class) && !str_contains($doc, '@test')) {
            continue;
        }
        $providers = array_map(fn ($a) => $a->getArguments()[0], $method->getAttributes(PHPUnit\Framework\Attributes\DataProvider::class));
        if (preg_match('/@dataProvider (\w+)/', $doc, $m)) {
            $providers[] = $m[1];
        }
        $rows = $providers ? [] : [[]];
        foreach ($providers as $provider) {
            $of = new ReflectionMethod($class, $provider);
            foreach ($of->invoke($of->isStatic() ? null : new $class('x')) as $row) {
                $rows[] = $row;
            }
        }
        foreach ($rows as $n => $row) {
            $result = (new $class($method->name, $row, $n))->run();
            if ($result->wasSuccessful() && $result->count() === 1) {
                $good++;
                continue;
            }
            $bad++;
            foreach ([...$result->failures(), ...$result->errors()] as $e) {
                echo $method->name, " $n: ", substr($e->getExceptionAsString(), 0, 800), "\n";
            }
        }
    }
}
echo "# pass $good\n# fail $bad\n";
exit($bad ? 1 : 0);
